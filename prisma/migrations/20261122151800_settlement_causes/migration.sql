-- What has a cause may still come out even: a fee of a cancelled order that something else made up for.
CREATE INDEX settlement_explained ON settlement (organization_id, local_day DESC, id DESC) WHERE cause IS NOT NULL;
CREATE INDEX settlement_explained_size ON settlement (organization_id, size_cents DESC, id DESC) WHERE cause IS NOT NULL;
