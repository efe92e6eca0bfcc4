import { z } from 'zod'
import { adminAction, type AdminContext, type AdminSection, type AdminTable } from './admin-section'
import { FAULT_KINDS, type Fault, type FaultKind } from './faults'
import { integer } from './parameters'
import { runTicks } from './ticks'

const STATES = { waiting: 'na fila', delivered: 'entregues', lost: 'perdidos', consumed: 'recuperados' }

const FAULT_NAMES: Record<FaultKind, string> = {
  rate_limit: '429 sem Retry-After',
  rate_limit_retry_after: '429 com Retry-After',
  daily_limit: 'Limite diário esgotado',
  server_error: 'Erro 5xx',
  error_server: 'error_server',
  timeout: 'Sem resposta (feito, mas não dito)',
  cut_answer: 'Resposta cortada',
  html: 'HTML com status 200',
  clock_skew: 'Relógio fora de hora',
  grant_revoked: 'Autorização cancelada',
  grant_expired: 'Autorização vencida',
  token_dead: 'Token de acesso inválido',
  odd_types: 'Tipos trocados',
  unknown_fields: 'Campos desconhecidos',
}

async function webhookEventTables({ db }: AdminContext): Promise<AdminTable[]> {
  const counts = await db.query<{ status: keyof typeof STATES; count: bigint }>(
    'SELECT status, count(*) AS count FROM push GROUP BY status ORDER BY status',
  )
  const latest = await db.query<{
    id: bigint
    code: number
    status: keyof typeof STATES
    attempts: number
    last_answer: string | null
  }>('SELECT id, code, status, attempts, last_answer FROM push ORDER BY id DESC LIMIT 20')
  return [
    {
      title: 'Avisos (push)',
      columns: ['Situação', 'Quantidade'],
      rows: counts.rows.map(({ status, count }) => ({ cells: [STATES[status], count] })),
    },
    {
      title: 'Últimos avisos',
      columns: ['Número', 'Código', 'Situação', 'Tentativas', 'Última resposta'],
      rows: latest.rows.map((webhookEvent) => ({
        cells: [
          webhookEvent.id,
          webhookEvent.code,
          STATES[webhookEvent.status],
          webhookEvent.attempts,
          webhookEvent.last_answer,
        ],
      })),
    },
  ]
}

async function faultTable({ db }: AdminContext): Promise<AdminTable> {
  const { rows } = await db.query<Fault>('SELECT * FROM fault ORDER BY id')
  return {
    title: 'Falhas provocadas',
    columns: ['Falha', 'Taxa', 'Caminho', 'Chamadas vistas', 'Atingidas', 'Restam'],
    rows: rows.map((fault) => ({
      cells: [FAULT_NAMES[fault.kind], fault.rate, fault.path_pattern, fault.considered, fault.struck, fault.remaining],
    })),
  }
}

function settingsTable({ platform }: AdminContext): AdminTable {
  return {
    title: 'Ajustes',
    columns: ['Nome', 'Valor'],
    rows: Object.entries(platform.settings).map(([name, value]) => ({ cells: [name, JSON.stringify(value)] })),
  }
}

const form = z
  .object({
    kind: z.enum(FAULT_KINDS),
    rate: z.coerce.number().min(0).max(1).default(1),
    pathPattern: z.string().optional(),
    count: integer.optional(),
    seed: z.string().optional(),
    seconds: z.coerce.number().optional(),
    status: integer.optional(),
  })
  .strict()

export const platformAdmin: AdminSection = {
  title: 'Plataforma',
  tables: async (context) => [
    ...(await webhookEventTables(context)),
    await faultTable(context),
    settingsTable(context),
  ],
  actions: [
    adminAction({
      name: 'clock-forward',
      label: 'Adiantar o relógio',
      fields: [
        { name: 'days', label: 'Dias', initial: '1' },
        { name: 'seconds', label: 'Segundos' },
      ],
      body: z.object({ days: z.coerce.number().default(0), seconds: z.coerce.number().default(0) }).strict(),
      run: async ({ platform }, { days, seconds }) => {
        const { clockOffsetSeconds } = platform.settings
        await platform.changeSettings({
          clockOffsetSeconds: clockOffsetSeconds + Math.round(days * 86_400 + seconds),
        })
        await runTicks(platform)
        return { now: platform.clock.now() }
      },
    }),
    adminAction({
      name: 'settings',
      label: 'Mudar ajustes',
      fields: [],
      body: z.record(z.string(), z.unknown()),
      run: ({ platform }, changes) => platform.changeSettings(changes),
    }),
    adminAction({
      name: 'setting',
      label: 'Mudar ajuste',
      fields: [
        { name: 'name', label: 'Nome' },
        { name: 'value', label: 'Valor (JSON)' },
      ],
      body: z.object({ name: z.string(), value: z.string().transform(readJson) }).strict(),
      run: ({ platform }, { name, value }) => platform.changeSettings({ [name]: value }),
    }),
    adminAction({
      name: 'fault',
      label: 'Provocar falha',
      fields: [
        {
          name: 'kind',
          label: 'Falha',
          choices: FAULT_KINDS.map((kind) => ({ value: kind, label: FAULT_NAMES[kind] })),
        },
        { name: 'rate', label: 'Taxa (0 a 1)', initial: '1' },
        { name: 'pathPattern', label: 'Caminho (expressão)' },
        { name: 'count', label: 'Quantas vezes' },
        { name: 'seed', label: 'Semente', initial: '1' },
        { name: 'seconds', label: 'Segundos' },
      ],
      body: form,
      run: async ({ db, platform }, { seconds, status, ...fault }) => ({
        id: await platform.faults.add(db, { ...fault, parameters: { seconds, status } }),
      }),
    }),
    adminAction({
      name: 'faults-clear',
      label: 'Encerrar falhas',
      fields: [],
      alone: true,
      body: z.object({}).strict(),
      run: async ({ db, platform }) => {
        await platform.faults.clear(db)
        return { done: true }
      },
    }),
    adminAction({
      name: 'pushes-resume',
      label: 'Religar avisos',
      fields: [],
      alone: true,
      body: z.object({}).strict(),
      run: async ({ db }) => {
        await db.query('UPDATE app SET push_suspended_at = NULL')
        return { done: true }
      },
    }),
  ],
}

/** JSON, or plain text when it is none. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
