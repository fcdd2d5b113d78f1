/** Why a request cannot be built. Holds codes and names from the template, never a value of a person or of a secret. */
export class TemplateFailure extends Error {
  override name = 'TemplateFailure'
  readonly code: FailureCode
  /** What the sentence names, such as the name of a field of the template. */
  readonly about: string
  /** `stages.submit.body`; set by whoever knows it. */
  path = ''
  line: number | null = null
  column: number | null = null

  constructor(code: FailureCode, about = '') {
    super(about === '' ? code : `${code}: ${about}`)
    this.code = code
    this.about = about
  }

  at(path: string): this {
    if (this.path === '') this.path = path
    return this
  }
}

export type FailureCode =
  | 'arguments'
  | 'bodyForm'
  | 'dateFormat'
  | 'encryption'
  | 'field'
  | 'filter'
  | 'header'
  | 'lookup'
  | 'map'
  | 'nameTaken'
  | 'nesting'
  | 'notDate'
  | 'notNumber'
  | 'pairText'
  | 'secret'
  | 'secretKind'
  | 'secretMissing'
  | 'secretUse'
  | 'secretValue'
  | 'stage'
  | 'syntax'
  | 'tag'
  | 'tooMuch'
  | 'url'
