import type { Language } from '@kabao/contract'
import type { RiskLevel, RiskType } from '@kabao/contract/users/user'

/** The person that a provider judges, with all values, because a foreign provider does not know our ids. */
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
  /** Each rule, in the reader's language, with whether it hit. */
  rules: { code: string; name: string; hit: boolean; detail: string }[]
  checkedAt: string
}

/** Judges the risk of a person. Ours uses the service's own data; a foreign provider can replace it or extend it. */
export interface RiskProvider {
  /**
   * The report of one type, or of all (`all`). Called outside transactions, so it may query a foreign system; the reader waits for
   * it.
   * @throws Problem if no report can be made now
   */
  report(subject: RiskSubject, type: RiskType | 'all', language: Language): Promise<RiskReport>
  /**
   * The risk levels of many people at once, in their order, as `report` gives for `all`; nobody of them is on the blacklist. A provider
   * without it is asked for each.
   * @throws Problem if they cannot be judged now
   */
  levels?(subjects: readonly RiskSubject[]): Promise<RiskLevel[]>
}
