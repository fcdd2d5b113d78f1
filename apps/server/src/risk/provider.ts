import type { Language } from '@kabao/contract'
import type { RiskLevel, RiskType } from '@kabao/contract/user'

/** Whom a provider judges: whole, because a foreign one knows nothing of our ids. */
export interface RiskSubject {
  id: string
  phone: string | null
  name: string | null
  idNumber: string | null
  gender: 'female' | 'male' | null
  birthday: string | null
  cityCode: string | null
  device: string | null
  ip: string | null
  createdAt: string
}

export interface RiskReport {
  /** 0 (no sign of risk) to 1000. */
  score: number
  level: RiskLevel
  /** Each rule, worded for the reader, with whether it hit. */
  rules: { code: string; name: string; hit: boolean; detail: string }[]
  checkedAt: string
}

/** Judges how risky a person is. Ours does so by what the service knows; a foreign one may be put in its place, or before it. */
export interface RiskProvider {
  /**
   * The report of one type, or of all (`all`). Asked on the pool and never in a transaction, so it may ask a foreign system; the
   * reader waits for it.
   * @throws Problem where it cannot be told now
   */
  report(subject: RiskSubject, type: RiskType | 'all', language: Language): Promise<RiskReport>
}
