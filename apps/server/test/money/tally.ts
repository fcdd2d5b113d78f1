/** What clients were told, and what must therefore be so at the end. */
export class Tally {
  /** How often each act was answered, by the act and the code. */
  readonly acts = new Map<string, number>()
  /** What was answered as done: by table, the ids and the states in which they may be from then on; none: any. */
  readonly #told: { table: string; id: string; states: readonly string[] }[] = []

  count(act: string, code = ''): void {
    const name = code === '' ? act : `${act} ${code}`
    this.acts.set(name, (this.acts.get(name) ?? 0) + 1)
  }

  tell(table: string, id: string, ...states: string[]): void {
    this.#told.push({ table, id, states })
  }

  /** How often an act was done. */
  of(act: string): number {
    return this.acts.get(`${act} 0000`) ?? this.acts.get(act) ?? 0
  }

  /** What clients were told that is not so. */
  async broken(states: (table: string) => Promise<ReadonlyMap<string, string>>): Promise<object[]> {
    const faults: object[] = []
    for (const table of new Set(this.#told.map((each) => each.table))) {
      const now = await states(table)
      for (const told of this.#told.filter((each) => each.table === table)) {
        const is = now.get(told.id) ?? null
        if (is === null || (told.states.length > 0 && !told.states.includes(is))) faults.push({ ...told, is })
      }
    }
    return faults
  }
}
