// Package lists finds tables. It has live lists of open and finished tables, and notes about which tables mention a
// person.
//
// A list in memory may lag the records, so anyone who reads it must check it against the records.
//
// By design it refuses to decide anything about a table, to interpret its record, or to know who may see it: package
// lobby does that.
package lists

// TableLength is the length of a table's id in characters.
const TableLength = 12
