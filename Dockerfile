# The service in a container: slim Debian, not root, a root file system that may be read-only. Builds for linux/amd64.
# How to run it: src/service/server/deploy/README.md.
ARG NODE_IMAGE=docker.io/library/node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1

FROM ${NODE_IMAGE} AS node
# Node.js 26 is linked with it; a slim Debian is without.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*

FROM node AS build
WORKDIR /letterbox
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The index of the bundled sample is built here, since the folder cannot be written to later. The image has the packages that only some
# installations need, too.
RUN npm run build \
  && node dist/build-index/main.js --gnaf data/sample --abs data/sample/abs --boundaries data/sample/boundaries --out data/letterbox.lbx \
  && npm prune --omit=dev --no-audit --no-fund \
  && optional=$(node -p "Object.entries(require('./package.json').peerDependencies).map((each) => each.join('@')).join(' ')") \
  && npm pkg delete devDependencies peerDependencies peerDependenciesMeta \
  && npm install --no-audit --no-fund $optional \
  && rm -rf dist/test dist/bench data/sample dist/.tsbuildinfo dist/.stamps.json \
  && find dist node_modules -name '*.map' -delete

FROM node
RUN groupadd --gid 10001 letterbox \
  && useradd --uid 10001 --gid letterbox --no-create-home --home-dir /var/lib/letterbox --shell /usr/sbin/nologin letterbox \
  && install -d -o letterbox -g letterbox -m 0700 /var/lib/letterbox
COPY --from=build /letterbox/package.json /letterbox/LICENSE /letterbox/
COPY --from=build /letterbox/node_modules /letterbox/node_modules
COPY --from=build /letterbox/data /letterbox/data
COPY --from=build /letterbox/dist /letterbox/dist
WORKDIR /letterbox
USER 10001:10001
ENV NODE_ENV=production \
    LETTERBOX_HOST=0.0.0.0 \
    LETTERBOX_PORT=8080 \
    LETTERBOX_DATA_DIR=/var/lib/letterbox
VOLUME /var/lib/letterbox
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/src/service/server/ask-health.js"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "dist/src/main.js"]
