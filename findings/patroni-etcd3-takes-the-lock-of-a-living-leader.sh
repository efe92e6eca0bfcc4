#!/bin/sh
# Patroni 3.0.2 (Debian 12, whose packages are unpacked here) with `etcd3:`: a node that was cut off, and whose view of the cluster is from
# before, takes the leader's key from the living leader when it comes back. Its reads are "serializable", so its own etcd, just back and behind,
# still shows its old lock; it gets a new lease and then puts the key without any condition (dcs/etcd3.py, _update_leader). In a cluster with
# synchronous replication under load (the primary's network cut for 30 s, then mended) the new primary was demoted by its predecessor, which had
# none of the orders acknowledged since: both had made a timeline 3, and the followers stood still with "invalid resource manager ID". One
# would expect the opposite: a lock in etcd 3 is a transaction with a comparison, and the old API the weaker one. With `etcd:` (etcd started with
# ETCD_ENABLE_V2=true) the same node is refused, since there the key is written with prevValue. Patroni compares for etcd 3 too since its pull request 2689 of May 2023.
set -eu
folder=$(mktemp -d)
cd "$folder"
apt-get download -qq patroni=3.0.2-1 etcd-server=3.4.23-4+b4 python3-etcd python3-dateutil python3-urllib3 python3-psutil python3-six \
  python3-dnspython 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
ETCD_DATA_DIR=data ETCD_ENABLE_V2=true ETCD_LISTEN_PEER_URLS=http://127.0.0.1:23980 ETCD_INITIAL_ADVERTISE_PEER_URLS=http://127.0.0.1:23980 \
  ETCD_INITIAL_CLUSTER=default=http://127.0.0.1:23980 ETCD_LISTEN_CLIENT_URLS=http://127.0.0.1:23979 \
  ETCD_ADVERTISE_CLIENT_URLS=http://127.0.0.1:23979 root/usr/bin/etcd >log 2>&1 &
etcd=$!
trap 'kill $etcd; cd /; rm -rf "$folder"' EXIT
sleep 3
cat >look.py <<'PY'
import logging, sys, time
from patroni.dcs import get_dcs
logging.disable(logging.CRITICAL)
def node(name, kind):
    own = {'name': name, 'scope': kind, 'ttl': 5, 'loop_wait': 1, 'retry_timeout': 3, kind: {'hosts': '127.0.0.1:23979'}}
    dcs = get_dcs(own)
    dcs.set_ttl(5)
    return dcs
for kind in ('etcd3', 'etcd'):
    old, new = node('old', kind), node('new', kind)
    old.get_cluster(True)
    old.attempt_to_acquire_leader()
    old.get_cluster(True)  # its last view: the lock is its own. Now it is cut off.
    time.sleep(9)
    new.get_cluster(True)
    taken = new.attempt_to_acquire_leader()
    new.get_cluster(True)
    print(kind, 'the new primary has the lock:', taken and new.get_cluster(True).leader.name == 'new')
    try:
        answer = bool(old.update_leader(1))
    except Exception:
        answer = False
    print(kind, 'the old one comes back, and renewing its lock answers:', answer)
    print(kind, 'the leader is now:', new.get_cluster(True).leader.name)
    sys.stdout.flush()
PY
PYTHONPATH=root/usr/lib/python3/dist-packages timeout 50 /usr/bin/python3 -S look.py >seen 2>errors || cat errors
cat seen
cat >wanted <<'TXT'
etcd3 the new primary has the lock: True
etcd3 the old one comes back, and renewing its lock answers: True
etcd3 the leader is now: old
etcd the new primary has the lock: True
etcd the old one comes back, and renewing its lock answers: False
etcd the leader is now: new
TXT
diff wanted seen && echo 'as stated'
