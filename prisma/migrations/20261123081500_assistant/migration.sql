-- What a person asks the assistant, with its answers. A thread is its person's alone: row-level security keeps the company's apart, queries the person's.
CREATE TYPE "AnswerSource" AS ENUM ('local', 'gemini');
CREATE TYPE "AnswerState" AS ENUM ('streaming', 'done', 'stopped', 'failed');

CREATE TABLE "assistant_thread" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assistant_thread_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE INDEX "assistant_thread_organization_id_user_id_used_at_idx" ON "assistant_thread"("organization_id", "user_id", "used_at");

-- A question has no answer's columns; an answer names its question.
CREATE TABLE "assistant_message" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "question_id" UUID,
    "parts" JSONB NOT NULL,
    "source" "AnswerSource",
    "state" "AnswerState",
    "failure" TEXT,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assistant_message_pkey" PRIMARY KEY ("organization_id","id"),
    CONSTRAINT "assistant_message_answer" CHECK ((question_id IS NULL) = (source IS NULL) AND (question_id IS NULL) = (state IS NULL))
);
CREATE INDEX "assistant_message_organization_id_thread_id_id_idx" ON "assistant_message"("organization_id", "thread_id", "id");
ALTER TABLE "assistant_message" ADD CONSTRAINT "assistant_message_organization_id_thread_id_fkey" FOREIGN KEY ("organization_id", "thread_id") REFERENCES "assistant_thread"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the model has cost a person by day; costs are millionths of a dollar, estimated from the list price.
CREATE TABLE "assistant_usage" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "assistant_usage_pkey" PRIMARY KEY ("organization_id","day","user_id")
);

ALTER TABLE assistant_thread ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_thread FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON assistant_thread USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE assistant_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_message FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON assistant_message USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE assistant_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON assistant_usage USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

GRANT SELECT, INSERT, UPDATE, DELETE ON assistant_thread, assistant_message TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON assistant_usage TO mascate_app;
GRANT SELECT, DELETE ON assistant_thread, assistant_message, assistant_usage TO mascate_worker;
