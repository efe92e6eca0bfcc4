# Not tried: see docs/operations.md, "In containers". The whole product on Node's official image: web, worker and PostgreSQL.
FROM node:22-bookworm-slim
ENV MASCATE_DATA=/data MASCATE_BACKUPS=/backups
WORKDIR /srv/mascate
RUN mkdir -p /data /backups && chown node:node /srv/mascate /data /backups && chmod 711 /data /backups
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm install --no-audit --no-fund
COPY --chown=node:node . .
# Generates the database client and builds; the first start then only migrates.
RUN node --input-type=module -e "const p = await import('./scripts/prepare.mjs'); await p.installDependencies(); await p.generateClient(); await p.buildProduct()"
EXPOSE 3000
VOLUME ["/data", "/backups"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s \
  CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "scripts/start.mjs"]
