-- What an assistant or a program would do: a draft, which changes nothing until a person confirms it and the server has checked it again.
CREATE TYPE "ProposalState" AS ENUM ('open', 'confirmed', 'refused');
CREATE TABLE "proposal" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "diff" JSONB NOT NULL,
    "source" "ActorKind" NOT NULL,
    "made_for" UUID NOT NULL,
    "thread_id" UUID,
    "state" "ProposalState" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" UUID,
    "record_id" UUID,

    CONSTRAINT "proposal_pkey" PRIMARY KEY ("organization_id","id"),
    CONSTRAINT "proposal_decided" CHECK ((state = 'open') = (decided_at IS NULL AND decided_by IS NULL))
);
CREATE INDEX "proposal_organization_id_made_for_created_at_idx" ON "proposal"("organization_id", "made_for", "created_at");
ALTER TABLE proposal ENABLE ROW LEVEL SECURITY;
ALTER TABLE proposal FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON proposal USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
GRANT SELECT, INSERT, UPDATE ON proposal TO mascate_app;
GRANT SELECT, DELETE ON proposal TO mascate_worker;
