export { clusterConfig } from './cluster-config.ts'
export { type OneNodeCluster, startOneNodeCluster } from './one-node-cluster.ts'
export { type ReplicaFaults, type Replicas, startReplicas } from './replicas.ts'
