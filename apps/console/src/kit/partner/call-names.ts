import { inLanguage, type Language } from '@kabao/contract/language'
import { openEndpoints } from '@kabao/contract/open/calls'
import type { OpenCaller } from '@kabao/contract/open/kernel'

/** The calls of one sort of caller, to choose from. */
export const callOptions = (caller: OpenCaller, language: Language) =>
  openEndpoints
    .filter((call) => call.caller === caller)
    .map(({ name, summary }) => ({ value: name, label: inLanguage(summary, language) }))

/** What a call does; its name if this console does not know it. */
export const callName = (name: string, language: Language): string => {
  const summary = openEndpoints.find((call) => call.name === name)?.summary
  return summary ? inLanguage(summary, language) : name
}
