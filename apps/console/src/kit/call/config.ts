import type { RuntimeConfig } from '@kabao/contract/kernel/runtime-config'

let config: RuntimeConfig = {
  apiBase: '',
  settings: false,
  demo: false,
  timezone: 'Asia/Shanghai',
  dayStartsAt: '00:00',
  sso: null,
  links: { designSystem: '', faq: '' },
}

/** Reads the configuration of the deployment; called once, before the first render. */
export async function loadConfig(): Promise<void> {
  const response = await fetch('/config.json')
  if (response.ok) config = { ...config, ...((await response.json()) as Partial<RuntimeConfig>) }
}

/** Applies configuration changes made since the start. */
export function changeConfig(part: Partial<RuntimeConfig>): void {
  config = { ...config, ...part }
}

/** The values of `/config.json`; missing values have the defaults of production. */
export const runtimeConfig = (): RuntimeConfig => config
