/** Where a lead came from: nobody accepted the user, an organization returned the user, a file, by hand, the open API. */
export const leadSources = ['unaccepted', 'returned', 'import', 'manual', 'open'] as const
export type LeadSource = (typeof leadSources)[number]
