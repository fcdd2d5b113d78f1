# Builds the image of the service: docker build --build-arg COMMIT=$(git rev-parse HEAD) -t kabao .
# The result has Node, the service and the files that it loads; no shell, no npm, no embedded database.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG RUN_IMAGE=gcr.io/distroless/nodejs24-debian12:nonroot

# Runs on the builder's own architecture: nothing is emulated, npm fetches the machine code of the other one.
FROM --platform=$BUILDPLATFORM ${BUILD_IMAGE} AS build
ARG TARGETARCH
ARG COMMIT=
WORKDIR /source
COPY . .
RUN BUILD_COMMIT=${COMMIT} node scripts/image-tree.mjs /image/app --arch ${TARGETARCH:-amd64} && mkdir /image/data

FROM ${RUN_IMAGE}
ARG VERSION=
ARG COMMIT=
LABEL org.opencontainers.image.title="Kabao" \
      org.opencontainers.image.description="The admin console of a card-package service, and the service behind it" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}"
COPY --from=build /image/app /app
# Uploaded files, unless they are in a bucket; the only place besides /tmp that the service writes to.
COPY --from=build --chown=65532:65532 /image/data /data
WORKDIR /app
ENV NODE_ENV=production \
    PATH=/nodejs/bin:/usr/local/bin:/usr/bin:/bin \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    FILES_DIR=/data/files
USER 65532:65532
EXPOSE 8080
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["node", "apps/server/dist/commands/health.js"]
ENTRYPOINT ["node"]
CMD ["apps/server/dist/main.js"]
