/**
 * The vault of a database that was just migrated, with its first data key.
 * @param source loads a module of the service
 */
export async function vaultIn(db, key, source) {
  const [{ createVault }, { ringIn }] = await Promise.all(
    ['platform/keys/vault.ts', 'platform/keys/key-follower.ts'].map(source),
  )
  return createVault(await ringIn(db, { key, old: null }))
}
