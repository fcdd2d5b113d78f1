/** Linux keeps what is in this folder in memory. */
export const inMemory: string

/**
 * A new folder for throwaway databases: in memory if there is room.
 * @param prefix the beginning of its name
 */
export function memoryFolder(prefix: string): Promise<string>
