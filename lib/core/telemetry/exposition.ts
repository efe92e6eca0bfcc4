import 'server-only'
import { Gauge, Registry } from 'prom-client'
import { countConnections, readBackupAge, readCounts } from './figures'
import { PREFIX, telemetry } from './telemetry'

type Value = number | bigint | null

const CACHED_MS = 5_000

/** Figures of the database as gauges of a registry of this scrape; unknown ones are left out. */
async function measureDatabase(): Promise<Registry> {
  const registry = new Registry()
  const gauge = (name: string, help: string, value: Value) => {
    if (value !== null) new Gauge({ name: `${PREFIX}${name}`, help, registers: [registry] }).set(Number(value))
  }
  // Before the scrape itself takes a connection: connections are given in the order of the callers.
  const { open, idle, waiting } = countConnections()
  const [{ isUp, counts }, backupAge] = await Promise.all([readCounts(), readBackupAge()])
  gauge('database_up', 'Whether the database answers.', isUp ? 1 : 0)
  gauge('figures_known', 'Whether the figures of the database came in time.', counts ? 1 : 0)
  gauge('pool_connections', 'Connections of the web process.', open)
  gauge('pool_connections_idle', 'Connections that are not in use.', idle)
  gauge('pool_waiting', 'Callers that wait for a connection.', waiting)
  gauge('backup_age_seconds', 'Since the newest complete backup; left out where there is none.', backupAge)
  if (!counts) return registry
  const { jobsWaiting, jobsOldest, jobsDead } = counts
  gauge('jobs_waiting', 'Jobs that are due and not taken.', jobsWaiting)
  gauge('jobs_oldest_waiting_seconds', 'How long the oldest of them is due.', jobsWaiting && (jobsOldest ?? 0))
  gauge('jobs_failing', 'Jobs that failed and are retried.', counts.jobsFailing)
  if (jobsDead) {
    const help = 'Jobs without attempts left, by task.'
    const dead = new Gauge({ name: `${PREFIX}jobs_dead`, help, labelNames: ['task'], registers: [registry] })
    for (const [task, count] of Object.entries(jobsDead)) dead.set({ task }, count)
  }
  gauge('webhook_events_waiting', "The platform's webhook events that are not processed.", counts.inboxWaiting)
  gauge('webhook_events_oldest_waiting_seconds', 'How long the oldest of them waits.', counts.inboxOldest ?? 0)
  gauge('audit_entries_unchained', 'Entries of the audit logs that are not chained.', counts.unchained)
  gauge('audit_chain_lag_seconds', 'How long the oldest of them waits.', counts.unchainedOldest ?? 0)
  gauge('shops_active', 'Shops with a valid authorization.', counts.shopsActive)
  gauge('shops_expired', 'Shops whose authorization has ended.', counts.shopsExpired)
  return registry
}

const shared = globalThis as { mascateMetrics?: { until: number; text: Promise<string> } }

/** Everything in Prometheus' text format, made at most every few seconds. */
export function getMetricsText(): Promise<string> {
  const now = Date.now()
  if (shared.mascateMetrics && shared.mascateMetrics.until > now) return shared.mascateMetrics.text
  const text = measureDatabase().then((ofDatabase) => Registry.merge([telemetry().registry, ofDatabase]).metrics())
  shared.mascateMetrics = { until: now + CACHED_MS, text }
  return text
}
