import 'server-only'
import { countConnections, readBackupAge, readCounts } from './figures'
import { DURATION_ENDS, tally } from './tally'

type Sample = { labels?: Record<string, string>; suffix?: string; value: number | bigint | null }
type Metric = { name: string; type: 'gauge' | 'counter' | 'histogram'; help: string; samples: Sample[] }

const KEPT_MS = 5_000

const lineOf = (name: string, { labels = {}, suffix = '', value }: Sample) => {
  const told = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
  return `mascate_${name}${suffix}${told.length > 0 ? `{${told.join()}}` : ''} ${value}`
}

/** What is not known is left out. */
function textOf({ name, type, help, samples }: Metric): string {
  const known = samples.filter(({ value }) => value !== null)
  if (known.length === 0) return ''
  const lines = known.map((sample) => lineOf(name, sample))
  return `# HELP mascate_${name} ${help}\n# TYPE mascate_${name} ${type}\n${lines.join('\n')}\n`
}

const gauge = (name: string, help: string, value: Sample['value']): Metric => ({
  name,
  type: 'gauge',
  help,
  samples: [{ value }],
})

function measureProcess(): Metric[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { loop } = tally()
  const seconds = (nanoseconds: number | undefined) => (nanoseconds ? nanoseconds / 1e9 : 0)
  const delays = [
    { labels: { quantile: '0.5' }, value: seconds(loop?.percentile(50)) },
    { labels: { quantile: '0.99' }, value: seconds(loop?.percentile(99)) },
    { labels: { quantile: '1' }, value: seconds(loop?.max) },
  ]
  loop?.reset()
  return [
    gauge('process_resident_memory_bytes', 'Memory of the web process.', rss),
    gauge('process_heap_used_bytes', 'Of it, what its programs keep.', heapUsed),
    gauge('process_uptime_seconds', 'Since the web process started.', process.uptime()),
    {
      name: 'process_event_loop_delay_seconds',
      type: 'gauge',
      samples: delays,
      help: 'How long the event loop was held up since the last scrape.',
    },
  ]
}

function tellCalls(): Metric[] {
  const { requests, durations, actions } = tally()
  const counted = [...requests].map(([key, value]) => {
    const [kind, status] = key.split(' ') as [string, string]
    return { labels: { kind, status }, value }
  })
  const took = [...durations].flatMap(([kind, { atMost, sum, count }]) => [
    ...DURATION_ENDS.map((le, i) => ({ suffix: '_bucket', labels: { kind, le: String(le) }, value: atMost[i]! })),
    { suffix: '_bucket', labels: { kind, le: '+Inf' }, value: count },
    { suffix: '_sum', labels: { kind }, value: sum },
    { suffix: '_count', labels: { kind }, value: count },
  ])
  const outcomes = [...actions].map(([outcome, value]) => ({ labels: { outcome }, value }))
  return [
    {
      name: 'requests_total',
      type: 'counter',
      help: 'Requests answered, by kind and class of status.',
      samples: counted,
    },
    { name: 'request_duration_seconds', type: 'histogram', help: 'From the request to its last byte.', samples: took },
    { name: 'actions_total', type: 'counter', help: 'What people asked for, by what came of it.', samples: outcomes },
  ]
}

async function measureDatabase(): Promise<Metric[]> {
  // Before this asks for one itself: by its turn whoever waited before it is served.
  const { open, idle, waiting } = countConnections()
  const [{ isUp, counts }, backupAge] = await Promise.all([readCounts(), readBackupAge()])
  const known = [
    gauge('database_up', 'Whether the database answers.', isUp ? 1 : 0),
    gauge('figures_known', 'Whether it told in time what it alone knows.', counts ? 1 : 0),
  ]
  const ofThisProcess = [
    gauge('pool_connections', 'Connections of the web process.', open),
    gauge('pool_connections_idle', 'Of them, those that nobody uses.', idle),
    gauge('pool_waiting', 'Callers that wait for a connection.', waiting),
    gauge('backup_age_seconds', 'Since the newest whole backup; left out where there is none.', backupAge),
  ]
  if (!counts) return [...known, ...ofThisProcess]
  return [
    ...known,
    ...ofThisProcess,
    gauge('jobs_waiting', 'Jobs that are due and not taken.', counts.jobsWaiting),
    gauge(
      'jobs_oldest_waiting_seconds',
      'How long the oldest of them is due.',
      counts.jobsWaiting && (counts.jobsOldest ?? 0),
    ),
    gauge('jobs_failing', 'Jobs that failed and are tried again.', counts.jobsFailing),
    {
      name: 'jobs_dead',
      type: 'gauge',
      help: 'Jobs that gave up, by their task.',
      samples: Object.entries(counts.jobsDead ?? {}).map(([task, value]) => ({ labels: { task }, value })),
    },
    gauge('inbox_waiting', 'Pushes of the platform that are not worked off.', counts.inboxWaiting),
    gauge('inbox_oldest_waiting_seconds', 'How long the oldest of them waits.', counts.inboxOldest ?? 0),
    gauge('audit_unsealed', 'Entries of the trails that are not sealed.', counts.unsealed),
    gauge('audit_seal_lag_seconds', 'How long the oldest of them waits.', counts.unsealedOldest ?? 0),
    gauge('shops_active', 'Shops whose authorization holds.', counts.shopsActive),
    gauge('shops_expired', 'Shops whose authorization has ended.', counts.shopsExpired),
  ]
}

const shared = globalThis as { mascateMetrics?: { until: number; text: Promise<string> } }

/** Everything in Prometheus' text form, made at most every few seconds. */
export function getMetricsText(): Promise<string> {
  const now = Date.now()
  if (shared.mascateMetrics && shared.mascateMetrics.until > now) return shared.mascateMetrics.text
  const text = measureDatabase().then((ofDatabase) =>
    [...measureProcess(), ...tellCalls(), ...ofDatabase].map(textOf).join(''),
  )
  shared.mascateMetrics = { until: now + KEPT_MS, text }
  return text
}
