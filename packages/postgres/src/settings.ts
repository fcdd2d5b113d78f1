import { totalmem } from 'node:os'
import { logFolder, socketFolder } from './cluster.ts'

export type Settings = Record<string, string | number | boolean>

/** PostgreSQL's settings: our defaults, overridden by the caller's settings, overridden by the mandatory ones. */
export function settingsFor(name: string, durable: boolean, overrides: Settings): Settings {
  return { ...usual(), ...overrides, ...structure(name), ...durability(durable) }
}

function usual(): Settings {
  const memory = Math.floor(memoryOf() / 2 ** 20)
  return {
    max_connections: 100,
    shared_buffers: `${Math.min(256, Math.max(32, Math.floor(memory / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(memory / 2))}MB`,
    max_wal_size: '2GB',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...discreet,
  }
}

/**
 * Rows hold personal data, and a message's details name values of them, as statements and parameters do, so the log has none of
 * these. It has no errors of statements either, whose first line may name a value (`invalid input syntax for type inet: "…"`): the
 * sender of the statement gets the error, and logs it scrubbed. In PostgreSQL's order `log` is above `error` and below `fatal`, so
 * the start, checkpoints and the end of a process are still logged.
 */
const discreet: Settings = {
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: -1,
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
}

/** The memory that a container may use, if it is less than the machine has. */
const memoryOf = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** One file per weekday, so the log covers a week and the folder does not grow without limit. */
const structure = (name: string): Settings => ({
  cluster_name: name,
  listen_addresses: '',
  port: 5432,
  unix_socket_directories: socketFolder,
  unix_socket_permissions: '0700',
  shared_preload_libraries: '',
  logging_collector: 'on',
  log_directory: logFolder,
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: 0,
  log_truncate_on_rotation: 'on',
})

const durability = (durable: boolean): Settings => {
  const value = durable ? 'on' : 'off'
  return { fsync: value, full_page_writes: value, synchronous_commit: value }
}
