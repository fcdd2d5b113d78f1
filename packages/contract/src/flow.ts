/** How a person passes from channel to organisation. Source: domain.md, section 1. */
export const flows = ['full', 'half', 'uv', 'city'] as const
export type Flow = (typeof flows)[number]
