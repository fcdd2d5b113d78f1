/** Fields of a lead that its pool can hide until it is claimed. */
export const hideableFields = ['name', 'phone', 'cityCode', 'source', 'channelId', 'remark'] as const
export type HideableField = (typeof hideableFields)[number]

/** The areas that an act on leads changes. */
export const affectedByLeads = ['lead', 'crmCenter', 'salesman']
