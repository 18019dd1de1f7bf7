// Package traits holds the historical diseases, one file each. A trait is a special rule of one disease.
//
// It deliberately does not place cubes: it only determines where they go and how many they are.
package traits
