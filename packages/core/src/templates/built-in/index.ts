import type { Template } from '@sluice/contract'
import { buildingMeter } from './building-meter.ts'
import { coldChainTruck } from './cold-chain-truck.ts'
import { weatherStation } from './weather-station.ts'

/** The templates that every organization has, by id. */
export const builtInTemplates: ReadonlyMap<string, Template> = new Map(
  [buildingMeter, coldChainTruck, weatherStation].map((template) => [template.id, template]),
)
