# Everything that a change has to pass is here; .ci/run adds the slower suites.
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.14.0
TOOLS    := $(CURDIR)/.cache/tools
LINT     := $(TOOLS)/golangci-lint

.PHONY: check format-check tidy vet lint test generated build wasm clean

check: format-check tidy vet lint test generated

format-check:
	@unformatted=$$(gofmt -l cmd engine games locale ai bots internal examples faults); \
	if [ -n "$$unformatted" ]; then echo "gofmt is needed for:"; echo "$$unformatted"; exit 1; fi

tidy:
	go mod tidy -diff

vet:
	go vet ./...

$(LINT):
	GOBIN=$(TOOLS) go install $(GOLANGCI)

lint: $(LINT)
	$(LINT) run ./...

test:
	go test -race -short -timeout 5m ./...

# Files that a command writes must be as the command would write them.
generated:
	go run ./internal/gen -check

build:
	mkdir -p bin
	go build -trimpath -ldflags "-s -w" -o bin/theriac ./cmd/theriac

# The rules for the browser: the same games as natively, and how large they are.
wasm:
	scripts/wasm.sh

clean:
	rm -rf bin .cache
