"""The profile "restricted" of the Kubernetes Pod Security Standards, as breaches of a pod's spec."""

VOLUMES = {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim",
           "projected", "secret"}
SECCOMP = {"RuntimeDefault", "Localhost"}
HOST_FIELDS = ("hostNetwork", "hostPID", "hostIPC")


def containers(spec):
    return spec.get("initContainers", []) + spec["containers"] + spec.get("ephemeralContainers", [])


def breaches(spec):
    """What of the spec the profile forbids; empty if nothing."""
    found = [field for field in HOST_FIELDS if spec.get(field)]
    for volume in spec.get("volumes", []):
        found += [f"volume {kind}" for kind in volume.keys() - {"name"} - VOLUMES]
    if spec.get("securityContext", {}).get("sysctls"):
        found.append("sysctls")
    for container in containers(spec):
        found += [f"{container['name']}: {what}" for what in of_container(container, spec)]
    return found


def of_container(container, spec):
    context = container.get("securityContext", {})
    # The container's own setting goes before the pod's.
    both = {**spec.get("securityContext", {}), **context}
    capabilities = context.get("capabilities", {})
    rules = {
        "privileged": not context.get("privileged"),
        "allowPrivilegeEscalation": context.get("allowPrivilegeEscalation") is False,
        "capabilities.drop": "ALL" in capabilities.get("drop", []),
        "capabilities.add": set(capabilities.get("add", [])) <= {"NET_BIND_SERVICE"},
        "runAsNonRoot": both.get("runAsNonRoot") is True,
        "runAsUser": both.get("runAsUser", 1) != 0,
        "seccompProfile": both.get("seccompProfile", {}).get("type") in SECCOMP,
        "procMount": context.get("procMount", "Default") == "Default",
        "hostPort": not any(port.get("hostPort") for port in container.get("ports", [])),
    }
    return [rule for rule, holds in rules.items() if not holds]
