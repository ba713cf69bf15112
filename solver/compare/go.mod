module fellowship/solver/compare

go 1.26.0

require (
	fellowship v0.0.0
	github.com/go-air/gini v1.0.4
	github.com/stretchr/testify v1.12.1
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace fellowship => ../..
