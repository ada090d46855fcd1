# Runs the service on the PostgreSQL at DATABASE_URL, or on its own in /data. docs/installing.md says what was tried.
FROM node:24-slim

WORKDIR /app
# bin/setup.js compares package-lock.json with what npm has installed, so both stay in the image.
COPY package.json package-lock.json .npmrc tsconfig.json ./
# The client is a workspace of the lock file.
COPY client/package.json client/package.json
# No package needs an install script. Optional packages are needed: argon2's native code is one of them.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY bin bin
# Served at /docs/query-language.
COPY docs/query-language.md docs/query-language.md
COPY migrations migrations
COPY slices slices
COPY src src
COPY web web
# Built once, in the image: a read-only container can't build it.
RUN node bin/build-screen.js --must

# The search index is saved here, and without DATABASE_URL the embedded database is.
RUN mkdir /data && chown node:node /data
USER node
# In production on all addresses, plain HTTP is refused unless TRUST_PROXY, ALLOW_PLAIN_HTTP or a certificate is set.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
# Plain HTTP. With TLS_CERT_FILE set, change the probe to https.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/pro-signal", "serve"]
