/** A reason not to start that an operator can mend: printed as one sentence, exit code 1, no stack. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}
