package store

import "context"

// Bucket declares one kind of record. The package that owns the records declares it. The code that exports or
// forgets a person goes through all declared buckets without knowing what is in them.
type Bucket struct {
	Name string // must never change, because stored records use this name
	// Export collects what the bucket's records contain about a person. The result must be encodable as JSON.
	Export func(ctx context.Context, person string) (any, error)
	// Forget removes everything about a person from the bucket's records. Calling it again has no effect.
	Forget func(ctx context.Context, person string) error
	// Missed reports whether anyone would miss the person's records if they were lost. nil means that no one
	// would.
	Missed func(ctx context.Context, person string) (bool, error)
	// With names another bucket whose functions also cover this one.
	With string
	// Impersonal is the reason why the records concern no person and need not be exported or forgotten.
	Impersonal string
}

// Exports converts a function with a specific result type to the type of Bucket.Export.
func Exports[T any](f func(ctx context.Context, person string) (T, error)) func(context.Context, string) (any, error) {
	return func(ctx context.Context, person string) (any, error) { return f(ctx, person) }
}

// Said is a chat message in an export, with the table where it was written.
type Said struct {
	Table string
	ChatLine
}

// Talk declares the bucket of the chat c.
func Talk(c Chat) Bucket {
	return Bucket{
		Name: "talk",
		Export: Exports(func(ctx context.Context, person string) (all []Said, err error) {
			err = c.LinesBy(ctx, person, func(table string, l ChatLine) { all = append(all, Said{table, l}) })
			return all, err
		}),
		Forget: c.DeleteBy,
		Missed: func(ctx context.Context, person string) (said bool, err error) {
			err = c.LinesBy(ctx, person, func(string, ChatLine) { said = true })
			return said, err
		},
	}
}
