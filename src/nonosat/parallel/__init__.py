"""Work in other processes.

`child_process` starts a process that answers calls and can be ended at any time. `pool` gives calls to several of them
and survives their deaths; `race` and batches stand on it. `processes` knows cores and signals. `dask_pool` has workers
on other machines.
"""
