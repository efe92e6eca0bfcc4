import { memberKey, type StorageOwner } from '@/components/shell/member-storage'

const nameOf = (owner: StorageOwner) => memberKey(owner, 'elsewhere')

/** The amount that was typed last, on this device until its member signs out: it goes nowhere else. A browser may keep nothing. */
export function readElsewhere(owner: StorageOwner): bigint {
  try {
    const kept = localStorage.getItem(nameOf(owner)) ?? ''
    return /^\d{1,15}$/.test(kept) ? BigInt(kept) : 0n
  } catch {
    return 0n
  }
}

export function keepElsewhere(owner: StorageOwner, cents: bigint): void {
  try {
    if (cents > 0n) localStorage.setItem(nameOf(owner), cents.toString())
    else localStorage.removeItem(nameOf(owner))
  } catch {
    // Then it is typed again next time.
  }
}
