/** Who has a secret: an organization or a collection channel. */
export interface SecretOwner {
  kind: 'org' | 'collection'
  id: string
}

/** The column of `previous_secret` that names its owner. */
export const ownerColumn = (kind: SecretOwner['kind']) => (kind === 'org' ? 'org_id' : 'collection_id')

/** What a previous secret is sealed for, so that one that is moved to another owner or name does not open. */
export const previousPurpose = ({ kind, id }: SecretOwner, name: string): string =>
  `previousSecret.${kind}:${id}.${name}`

/** The same, from the columns of a row. */
export const previousPurposeIn = (row: Readonly<Record<string, string | null | undefined>>): string => {
  const { org_id: orgId, collection_id: collectionId, name } = row
  const owner = orgId
    ? ({ kind: 'org', id: orgId } as const)
    : { kind: 'collection' as const, id: collectionId ?? '' }
  return previousPurpose(owner, name ?? '')
}
