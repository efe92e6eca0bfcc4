import { hashPassword } from '@/lib/identity/auth/password'
import { withOwner } from '../harnesses/database'

export const PASSWORD = 'um caminho comprido de terra'

export async function givePassword({ userId }: { userId: string | null }): Promise<void> {
  const hash = await hashPassword(PASSWORD)
  await withOwner((owner) => owner.query('update app_user set password_hash = $2 where id = $1', [userId, hash]))
}
