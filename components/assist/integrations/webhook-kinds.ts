import { TEST_KIND, webhookKinds, type WebhookKind } from '@/lib/assist/webhooks/schema'

type Known = WebhookKind | typeof TEST_KIND
type KeyOf<K extends string> = K extends `${infer A}.${infer B}` ? `${A}_${B}` : K

/** A kind as the messages name it: their keys have no dots. */
export const kindKey = (kind: string): KeyOf<Known> =>
  (webhookKinds.find((known) => known === kind) ?? TEST_KIND).replace('.', '_') as KeyOf<Known>
