module example.org/research

go 1.26.0

require theriac v0.0.0

replace theriac => ../..
