import { Gauge, type Registry } from 'prom-client'
import { type Faults, faultNames } from './faults.ts'

/** Which faults this instance knows of now, for alerts. */
export function addFaultGauge(registry: Registry, faults: Faults): void {
  new Gauge({
    name: 'service_fault',
    help: 'Whether this instance knows of a fault: 1, or 0',
    labelNames: ['fault'],
    registers: [registry],
    collect() {
      for (const fault of faultNames) this.set({ fault }, faults.has(fault) ? 1 : 0)
    },
  })
}
