package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Errors of decoding.
var (
	// ErrNewer reports that a newer version of the program wrote the frame, with content that this version does
	// not know.
	ErrNewer = errors.New("state: a frame of a newer version")
	// ErrBroken reports that the frame's bytes are not what was written.
	ErrBroken = errors.New("state: a broken frame")
)

// frameVersion is the first byte of a frame. It must never change, because stored frames contain it.
const frameVersion = 1

// The codes of operations must never change, because stored frames contain them. If an operation's rule or
// fields change, it gets an additional code.
const (
	codeAppend  = 1
	codeArchive = 2
	codePut     = 3
	codeDelete  = 4
	codePost    = 5
	codeUnsay   = 6
	codeRemind  = 7
	codeDone    = 8
	codeBatch   = 9
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode returns the binary form of a frame: a version, the name, the claim, the operations, and a checksum.
// Each operation has a code and a length.
func (f Frame) Encode() ([]byte, error) {
	size := 64
	for _, op := range f.Ops {
		size += Size(op)
	}
	b := make([]byte, 0, size)
	b = append(b, frameVersion)
	b = binary.BigEndian.AppendUint64(b, f.Member)
	b = binary.AppendUvarint(b, f.Boot)
	b = binary.BigEndian.AppendUint64(b, f.Nonce)
	b = binary.AppendUvarint(b, f.Number)
	b = binary.AppendUvarint(b, f.Claim.Index)
	b = append(b, f.Claim.Hash[:]...)
	b = binary.AppendUvarint(b, uint64(len(f.Ops)))
	for _, op := range f.Ops {
		code, body, err := encodeOp(op)
		if err != nil {
			return nil, err
		}
		b = append(b, code)
		b = appendBytes(b, body)
	}
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)), nil
}

// Size returns an upper bound on the number of bytes that an operation needs in a frame. The bound is only
// slightly too high.
func Size(op Op) int {
	const numbers = 40 // upper bound on the size of an operation's numbers and lengths
	switch op := op.(type) {
	case Append:
		return numbers + len(op.Table) + len(op.Key) + len(op.Data)
	case Archive:
		return numbers + len(op.Table) + len(op.Data)
	case Put:
		return numbers + len(op.Bucket) + len(op.Key) + len(op.Data)
	case Delete:
		return numbers + len(op.Bucket) + len(op.Key)
	case Post:
		return numbers + len(op.Table) + len(op.Person) + len(op.Data)
	case Unsay:
		return numbers + len(op.Person)
	case Remind:
		return numbers + len(op.Table)
	case Done:
		return numbers + len(op.Table)
	case Batch:
		size := numbers
		for _, p := range op.Parts {
			size += numbers + len(p.Bucket) + len(p.Key) + len(p.Data)
		}
		return size
	}
	return numbers
}

func encodeOp(op Op) (code byte, b []byte, err error) {
	b = make([]byte, 0, Size(op))
	switch op := op.(type) {
	case Append:
		b = appendString(b, op.Table)
		b = binary.AppendUvarint(b, op.After)
		b = appendString(b, op.Key)
		return codeAppend, appendBytes(b, op.Data), nil
	case Archive:
		b = appendString(b, op.Table)
		return codeArchive, appendBytes(b, op.Data), nil
	case Put:
		b = appendString(b, op.Bucket)
		b = appendString(b, op.Key)
		b = binary.AppendUvarint(b, op.Version)
		b = binary.AppendVarint(b, op.Ends)
		return codePut, appendBytes(b, op.Data), nil
	case Delete:
		b = appendString(b, op.Bucket)
		b = appendString(b, op.Key)
		b = append(b, flag(op.Only))
		return codeDelete, binary.AppendUvarint(b, op.Version), nil
	case Post:
		b = appendString(b, op.Table)
		b = appendString(b, op.Person)
		return codePost, appendBytes(b, op.Data), nil
	case Unsay:
		return codeUnsay, appendString(b, op.Person), nil
	case Remind:
		b = appendString(b, op.Table)
		return codeRemind, binary.AppendVarint(b, op.At), nil
	case Done:
		b = appendString(b, op.Table)
		return codeDone, binary.AppendVarint(b, op.At), nil
	case Batch:
		b = binary.AppendUvarint(b, uint64(len(op.Parts)))
		for _, p := range op.Parts {
			b = appendString(b, p.Bucket)
			b = appendString(b, p.Key)
			b = append(b, flag(p.Any))
			b = binary.AppendUvarint(b, p.Version)
			b = binary.AppendVarint(b, p.Ends)
			b = appendBytes(b, p.Data)
		}
		return codeBatch, b, nil
	}
	return 0, nil, fmt.Errorf("state: %T has no code", op)
}

func appendBytes(b, data []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(data))), data...)
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// Decode decodes the binary form of a frame. The result shares memory with the given bytes.
func Decode(frame []byte) (f Frame, err error) {
	if len(frame) < 5 {
		return f, ErrBroken
	}
	body := frame[:len(frame)-4]
	if crc32.Checksum(body, castagnoli) != binary.BigEndian.Uint32(frame[len(body):]) {
		return f, ErrBroken
	}
	if body[0] > frameVersion {
		return f, fmt.Errorf("%w: version %d", ErrNewer, body[0])
	}
	d := decoder{rest: body[1:]}
	f.Member, f.Boot, f.Nonce, f.Number = d.fixed(), d.uint(), d.fixed(), d.uint()
	f.Claim.Index = d.uint()
	copy(f.Claim.Hash[:], d.take(len(f.Claim.Hash)))
	count := d.uint()
	if count > MaxOps {
		return Frame{}, ErrBroken
	}
	for range count {
		code := d.take(1)
		body := d.bytes()
		if d.broken {
			break
		}
		op, err := decodeOp(code[0], body)
		if err != nil {
			return Frame{}, err
		}
		f.Ops = append(f.Ops, op)
	}
	if d.broken || len(d.rest) > 0 || body[0] != frameVersion {
		return Frame{}, ErrBroken
	}
	return f, nil
}

// Sender returns the member that sent an encoded frame. It does not check the frame.
func Sender(frame []byte) (member uint64) {
	if len(frame) > 8 {
		member = binary.BigEndian.Uint64(frame[1:])
	}
	return member
}

// decodeOp decodes an operation. If its code or fields are unknown, a newer version of the program wrote it:
// the checksum has already shown that the bytes are intact.
func decodeOp(code byte, body []byte) (op Op, err error) {
	d := decoder{rest: body}
	switch code {
	case codeAppend:
		op = Append{Table: d.string(), After: d.uint(), Key: d.string(), Data: d.bytes()}
	case codeArchive:
		op = Archive{Table: d.string(), Data: d.bytes()}
	case codePut:
		op = Put{Bucket: d.string(), Key: d.string(), Version: d.uint(), Ends: d.int(), Data: d.bytes()}
	case codeDelete:
		op = Delete{Bucket: d.string(), Key: d.string(), Only: d.bool(), Version: d.uint()}
	case codePost:
		op = Post{Table: d.string(), Person: d.string(), Data: d.bytes()}
	case codeUnsay:
		op = Unsay{Person: d.string()}
	case codeRemind:
		op = Remind{Table: d.string(), At: d.int()}
	case codeDone:
		op = Done{Table: d.string(), At: d.int()}
	case codeBatch:
		var batch Batch
		for n := d.uint(); n > 0 && !d.broken; n-- {
			batch.Parts = append(batch.Parts, Part{
				Bucket: d.string(), Key: d.string(), Any: d.bool(), Version: d.uint(), Ends: d.int(), Data: d.bytes(),
			})
		}
		op = batch
	default:
		return nil, fmt.Errorf("%w: operation %d", ErrNewer, code)
	}
	if d.broken || len(d.rest) > 0 {
		return nil, fmt.Errorf("%w: operation %d has other fields", ErrNewer, code)
	}
	return op, nil
}

// decoder reads values from the front of a byte slice. If a value is missing, the decoder is broken and returns
// only zero values from then on.
type decoder struct {
	rest   []byte
	broken bool
}

func (d *decoder) take(n int) []byte {
	if d.broken || n > len(d.rest) {
		d.broken = true
		return nil
	}
	b := d.rest[:n:n]
	d.rest = d.rest[n:]
	return b
}

func (d *decoder) fixed() uint64 {
	if b := d.take(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.rest)
	return take(d, v, n)
}

func (d *decoder) int() int64 {
	v, n := binary.Varint(d.rest)
	return take(d, v, n)
}

// take skips the n bytes from which v was decoded, and returns v. It checks d.broken first, because a broken
// decoder may have no bytes left.
func take[T uint64 | int64](d *decoder, v T, n int) T {
	if d.broken || n <= 0 {
		d.broken = true
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *decoder) bool() bool {
	b := d.take(1)
	return len(b) == 1 && b[0] == 1
}

func (d *decoder) bytes() []byte {
	n := d.uint()
	if n > uint64(len(d.rest)) {
		d.broken = true
		return nil
	}
	return d.take(int(n))
}

func (d *decoder) string() string { return string(d.bytes()) }
