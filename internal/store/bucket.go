package store

import "context"

// Bucket is one kind of record, declared once, by the package that owns it. Whoever exports
// and forgets people ranges over all buckets and knows none of them.
type Bucket struct {
	Name string // stored data have it for ever
	// Export collects what the records hold of a person: a value that becomes JSON.
	Export func(ctx context.Context, person string) (any, error)
	// Forget removes what the records hold of a person. It can be called again.
	Forget func(ctx context.Context, person string) error
	// Missed reports whether the person or others would miss it. Nil: nobody would.
	Missed func(ctx context.Context, person string) (bool, error)
	// With is the name of the bucket whose functions speak for this one too.
	With string
	// Impersonal says why there is nothing to export and nothing to forget.
	Impersonal string
}

// Exports makes the Export of a bucket from a function that returns a type of its own.
func Exports[T any](f func(ctx context.Context, person string) (T, error)) func(context.Context, string) (any, error) {
	return func(ctx context.Context, person string) (any, error) { return f(ctx, person) }
}

// Said is a chat message and the table that it belongs to.
type Said struct {
	Table string
	ChatLine
}

// Talk declares the messages of a chat.
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
