# Runs the service on the PostgreSQL at DATABASE_URL, or on its own in /data. docs/installing.md says what was tried.
FROM node:24-slim AS build

WORKDIR /app
# bin/setup.js compares package-lock.json with what npm has installed, so both stay in the image.
COPY package.json package-lock.json .npmrc tsconfig.json ./
# The client is a workspace of the lock file.
COPY client/package.json client/package.json
# No package needs an install script. Optional packages are needed: argon2's native code and the pinned Node are some.
RUN npm ci --omit=dev --ignore-scripts
COPY bin bin
# Served at /docs.
COPY docs/data-and-law.md docs/query-language.md docs/
COPY migrations migrations
COPY slices slices
COPY src src
COPY web web
# Built once, in the image: a read-only container can't build it. What only that needs, or a compiler, goes afterwards.
RUN node bin/build-screen.js --must \
  && cd node_modules \
  && rm -rf .cache @mantine @rolldown @tanstack @vitejs lightningcss* react react-dom vite node-linux-*/include \
  && find . -name '*.map' -delete -o -name '*.d.ts' -delete -o -name '*.d.mts' -delete -o -name '*.d.cts' -delete \
  # What is left is listed: /app/sbom.cdx.json.
  && cd .. && node bin/sbom.js > sbom.cdx.json

# The pinned Node is among the packages, so the image needs no other.
FROM debian:trixie-slim
RUN useradd --uid 1000 --create-home pro-signal \
  # The search index is saved here, and without DATABASE_URL the embedded database is.
  && install -d -o pro-signal -g pro-signal /data
COPY --from=build /app /app
WORKDIR /app
USER pro-signal
# In production on all addresses, plain HTTP is refused unless TRUST_PROXY, ALLOW_PLAIN_HTTP or a certificate is set.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/app/bin:/app/node_modules/.bin:$PATH
EXPOSE 3000
# Plain HTTP. With TLS_CERT_FILE set, change the probe to https.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["pro-signal", "serve"]
