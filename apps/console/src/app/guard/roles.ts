import type { PageEntry, SectionEntry } from '../client-menu.ts'

/** Whether an account with these roles may open an entry (docs/specification/permissions.md). */
export const mayOpen = ({ roles }: Pick<PageEntry, 'roles'>, held: readonly string[]): boolean =>
  roles.includes('*') || roles.some((role) => held.includes(role))

/** The first page of the console's own menu that these roles permit (docs/specification/permissions.md). */
export const firstPermitted = (
  sections: readonly SectionEntry[],
  held: readonly string[],
): PageEntry | undefined =>
  sections
    .filter((section) => mayOpen(section, held))
    .flatMap(({ children }) => children)
    .find((page) => mayOpen(page, held))
