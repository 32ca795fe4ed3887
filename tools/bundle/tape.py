"""The same bot made into one file by stickytape: the second opinion on the flattener."""

import tempfile
from pathlib import Path

from tools.packages import missing_package

from .flatten import Bundle, checked_size, code_units


def tape(root: Path, package: str, header: list[str]) -> Bundle:
    """Make one text of the package with stickytape, which packs the files and unpacks them at each start.

    SystemExit if stickytape is not installed; BundleError if the text is too big.
    """
    try:
        import stickytape  # noqa: PLC0415  # the flat bundle must be built without any package
    except ModuleNotFoundError as error:
        raise missing_package(error, "tools.bundle") from None
    entry = (root / package / "__main__.py").read_text(encoding="utf-8").replace("from .", f"from {package}.")
    with tempfile.TemporaryDirectory() as directory:
        # stickytape resolves relative imports in modules, but not in the script that it starts from.
        script = Path(directory) / "start.py"
        script.write_text(entry, encoding="utf-8")
        taped = stickytape.script(str(script), add_python_paths=[str(root)])
    text = "\n".join([*header, taped])
    return checked_size(Bundle(text, [("stickytape's packing", code_units(text))], []))
