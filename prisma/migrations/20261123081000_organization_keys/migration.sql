-- A company's own key at an assistant's maker, sealed; of the key itself only its last four characters can be read.
CREATE TYPE "KeyProvider" AS ENUM ('gemini', 'manus');
CREATE TABLE "organization_key" (
    "organization_id" UUID NOT NULL,
    "provider" "KeyProvider" NOT NULL,
    "sealed" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "set_by" UUID NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_key_pkey" PRIMARY KEY ("organization_id","provider"),
    CONSTRAINT "organization_key_hint" CHECK (length(hint) <= 4)
);
ALTER TABLE organization_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_key FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON organization_key USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_key TO mascate_app;
GRANT SELECT, DELETE ON organization_key TO mascate_worker;
