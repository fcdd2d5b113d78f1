import { intakeCallNames } from '@kabao/contract/intake/call-names'
import type { OpenCaller } from '@kabao/contract/intake/kernel'
import { inLanguage, type Language } from '@kabao/contract/kernel/language'

const calls = Object.entries(intakeCallNames).map(([key, call]) => ({ name: `open.${key}`, ...call }))

/** The calls of one sort of caller, to choose from. */
export const callOptions = (caller: OpenCaller, language: Language) =>
  calls
    .filter((call) => call.caller === caller)
    .map(({ name, summary }) => ({ value: name, label: inLanguage(summary, language) }))

/** What a call does; its name if this console does not know it. */
export const callName = (name: string, language: Language): string => {
  const summary = calls.find((call) => call.name === name)?.summary
  return summary ? inLanguage(summary, language) : name
}
