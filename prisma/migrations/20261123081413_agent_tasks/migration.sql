-- Longer work: given to the second assistant with data that a person has seen and approved, or done here as a report without one.
CREATE TYPE "AgentTaskKind" AS ENUM ('monthly_review', 'price_study', 'stock_plan', 'own');
CREATE TYPE "AgentTaskWorker" AS ENUM ('manus', 'local');
CREATE TYPE "AgentTaskState" AS ENUM ('draft', 'sending', 'unclear', 'running', 'waiting', 'done', 'failed', 'cancelled');
CREATE TYPE "AgentEventKind" AS ENUM ('note', 'status', 'message', 'question', 'action', 'answer', 'decision');
CREATE TYPE "AgentCallState" AS ENUM ('waiting', 'trying', 'sent', 'unclear', 'refused');
CREATE TYPE "AgentFileState" AS ENUM ('waiting', 'kept', 'refused');

CREATE TABLE "agent_task" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "AgentTaskKind" NOT NULL,
    "worker" "AgentTaskWorker" NOT NULL,
    "state" "AgentTaskState" NOT NULL,
    "title" TEXT NOT NULL,
    "question" TEXT,
    "language" TEXT NOT NULL,
    "from_day" DATE NOT NULL,
    "to_day" DATE NOT NULL,
    "shop_id" UUID,
    "sections" TEXT[] NOT NULL,
    "made_as" JSONB NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "approved_by" UUID,
    "approved_at" TIMESTAMPTZ(3),
    "pack_hash" BYTEA,
    "tried_at" TIMESTAMPTZ(3),
    "provider_task_id" TEXT,
    "waiting_event_id" UUID,
    "polls" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "report" JSONB,
    "error_code" TEXT,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_task_pkey" PRIMARY KEY ("organization_id","id"),
    -- Nothing leaves that nobody approved.
    CONSTRAINT "agent_task_approved" CHECK (worker = 'local' OR state IN ('draft', 'cancelled', 'failed') OR (approved_at IS NOT NULL AND approved_by IS NOT NULL AND pack_hash IS NOT NULL)),
    CONSTRAINT "agent_task_sent" CHECK (provider_task_id IS NULL OR (worker = 'manus' AND approved_at IS NOT NULL))
);
CREATE INDEX "agent_task_organization_id_created_at_id_idx" ON "agent_task"("organization_id", "created_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "agent_task_organization_id_provider_task_id_key" ON "agent_task"("organization_id", "provider_task_id");

CREATE TABLE "data_pack" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "section" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,

    CONSTRAINT "data_pack_pkey" PRIMARY KEY ("organization_id","id"),
    CONSTRAINT "data_pack_task" FOREIGN KEY ("organization_id", "task_id") REFERENCES "agent_task"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX "data_pack_organization_id_task_id_position_key" ON "data_pack"("organization_id", "task_id", "position");

CREATE TABLE "agent_task_event" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "kind" "AgentEventKind" NOT NULL,
    "provider_event_id" TEXT,
    "text" TEXT NOT NULL,
    "payload" JSONB,
    "answers_id" UUID,
    "call_state" "AgentCallState",
    "by_user_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "agent_task_event_pkey" PRIMARY KEY ("organization_id","id"),
    CONSTRAINT "agent_task_event_task" FOREIGN KEY ("organization_id", "task_id") REFERENCES "agent_task"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    -- Whatever is told the other side was said by a person.
    CONSTRAINT "agent_task_event_said" CHECK (kind NOT IN ('answer', 'decision') OR (by_user_id IS NOT NULL AND call_state IS NOT NULL))
);
CREATE INDEX "agent_task_event_organization_id_task_id_at_id_idx" ON "agent_task_event"("organization_id", "task_id", "at", "id");
CREATE UNIQUE INDEX "agent_task_event_organization_id_task_id_provider_event_id_key" ON "agent_task_event"("organization_id", "task_id", "provider_event_id");
-- One answer to a question, one decision on an action.
CREATE UNIQUE INDEX "agent_task_event_organization_id_answers_id_key" ON "agent_task_event"("organization_id", "answers_id");

CREATE TABLE "agent_task_file" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT,
    "state" "AgentFileState" NOT NULL DEFAULT 'waiting',
    "problem" TEXT,
    "file_id" UUID,
    "bytes" INTEGER,

    CONSTRAINT "agent_task_file_pkey" PRIMARY KEY ("organization_id","id"),
    CONSTRAINT "agent_task_file_event" FOREIGN KEY ("organization_id", "event_id") REFERENCES "agent_task_event"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "agent_task_file_file" FOREIGN KEY ("organization_id", "file_id") REFERENCES "stored_file"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "agent_task_file_organization_id_task_id_idx" ON "agent_task_file"("organization_id", "task_id");

-- A signed notice counts once; what is older than its five minutes is refused by its time.
CREATE TABLE "agent_notice" (
    "organization_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_notice_pkey" PRIMARY KEY ("organization_id","hash")
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['agent_task', 'data_pack', 'agent_task_event', 'agent_task_file', 'agent_notice'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
  END LOOP;
END $$;
GRANT SELECT, INSERT ON agent_task, data_pack, agent_task_event, agent_task_file, agent_notice TO mascate_app;
GRANT UPDATE ON agent_task, agent_task_event, agent_task_file TO mascate_app;
GRANT DELETE ON agent_notice TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON agent_task, agent_task_event, agent_task_file TO mascate_worker;
GRANT SELECT ON data_pack, agent_notice TO mascate_worker;
GRANT DELETE ON agent_task, data_pack, agent_task_event, agent_task_file, agent_notice TO mascate_worker;
