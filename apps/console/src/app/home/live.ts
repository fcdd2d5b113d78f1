/** How the figures of the home page are read: again every 15 s while it is shown, and whenever it is shown. */
export const live = { refetchInterval: 15_000, refetchOnMount: 'always' } as const
