# The server, and nothing else. `docker build --tag fellowship .` builds it.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /out/fellowship ./cmd/fellowship && mkdir -m 700 /out/data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/fellowship /fellowship
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
VOLUME /data
EXPOSE 2222
STOPSIGNAL SIGTERM
# Each flag of serve is a variable, too: FELLOWSHIP_WEB=:8080 is --web :8080.
ENV FELLOWSHIP_SSH=:2222
ENTRYPOINT ["/fellowship", "serve", "--data", "/data"]
