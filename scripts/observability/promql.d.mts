/** @returns the metrics that a query of PromQL names */
export function metricsOf(query: string): string[]
/** @returns the name at `/metrics` of a metric or of a part of a histogram */
export function metricOf(name: string): string
export interface Alert {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
/** Every alert of a file of rules. */
export function alertsOf(text: string): Alert[]
/** Every panel of a dashboard that asks something. */
export function panelsOf(text: string): { title: string; targets: { expr: string }[] }[]
